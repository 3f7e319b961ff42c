// What a page that knows some keys of the house finds about signatures, in the order asked.
import { House } from "../../../static/js/fair/house.js";

const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const { known, answers, asked, together } = JSON.parse(Buffer.concat(chunks));
let reads = 0;
const read = async () => {
  const answer = answers[Math.min(reads, answers.length - 1)];
  reads += 1;
  if (answer === null) throw new TypeError("no network");
  return { keys: answer };
};
const house = new House(known, read, 1);
const check = (one) => house.isSigned(...one);
const found = [];
if (together) found.push(...(await Promise.all(asked.map(check))));
else for (const one of asked) found.push(await check(one));
process.stdout.write(JSON.stringify({ found, keys: house.keys, reads }));

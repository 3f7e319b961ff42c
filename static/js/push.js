// @ts-check
/** Owns this browser's notifications. Nothing here throws: where they are refused are none. */
import { text } from "./messages.js";
import { local } from "./storage.js";

/** Where this browser keeps which kinds it shows, with spaces between them. */
export const SHOWN = "cardhouse.alerts";

const registration = async () => {
  try {
    return await navigator.serviceWorker?.getRegistration();
  } catch {
    return undefined;
  }
};

/** Whether this browser could get any. */
export const canPush = () =>
  "Notification" in globalThis && "PushManager" in globalThis && "serviceWorker" in navigator;

/** This browser's subscription, if it has one. @returns {Promise<PushSubscription | null>} */
export async function subscription() {
  try {
    return (await (await registration())?.pushManager?.getSubscription()) ?? null;
  } catch {
    return null;
  }
}

/** A subscription for messages of the house with this key; none if the reader refuses. */
export async function subscribe(/** @type {string} */ key) {
  try {
    if ((await Notification.requestPermission()) !== "granted") return null;
    const { pushManager } = await navigator.serviceWorker.ready;
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  } catch {
    return null;
  }
}

/** Shows that it is my turn, while the table's page is open and out of sight. */
export async function tellOutOfSight(/** @type {string} */ title) {
  const isWanted = local.getItem(SHOWN)?.split(" ").includes("turn");
  if (!isWanted || globalThis.Notification?.permission !== "granted") return;
  const [, , slug] = location.pathname.split("/");
  const shown = { body: title, tag: `turn:${slug}`, icon: "/apple-touch-icon.png" };
  const worker = await registration();
  await worker?.showNotification(text("pages.your_turn"), { ...shown, data: `/t/${slug}/` });
}

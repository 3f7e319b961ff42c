"""The hashes of the pay tables of presets."""

HASHES = {
    "a23_top": "1013a4e647514aeeee092aed48d13006669c6f0bdbef1d50a1635d16ef3db126",
    "akq_a23": "d022de9d04f68d199e9729aae2240a45e9759c6822252c0c3318bd96b51097e9",
}

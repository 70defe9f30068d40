/** Units of the contract. No imports: the bundles use it too. */

/** `*Mb` are MB of 2^20 bytes (contract/README 12.3). */
export const bytesPerMb = 1024 * 1024;

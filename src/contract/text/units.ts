/** Units of the contract. No imports: the bundles use this file too. */

/** Bytes of one MB in all `*Mb` fields (contract/README 12.3). */
export const bytesPerMb = 1024 * 1024;

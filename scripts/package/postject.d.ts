/** postject, which has no types of its own, adds a blob to an executable file. */
declare module 'postject' {
  export function inject(
    file: string,
    resourceName: string,
    resource: Buffer,
    options: { sentinelFuse: string },
  ): Promise<void>;
}

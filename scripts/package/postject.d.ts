/** Puts a blob into a program; comes without types. */
declare module 'postject' {
  export function inject(
    file: string,
    resourceName: string,
    resource: Buffer,
    options: { sentinelFuse: string },
  ): Promise<void>;
}

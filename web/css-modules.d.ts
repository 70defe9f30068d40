/** `import styles from './X.module.css'`: esbuild turns the file into a map of local class names. */
declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>;
  export default classes;
}
declare module '*.css' {}

/** A file that esbuild copies: the import is its URL. */
declare module 'pdfjs-dist/standard_fonts/*' {
  const url: string;
  export default url;
}
declare module 'pdfjs-dist/wasm/*';
declare module 'pdfjs-dist/legacy/build/pdf.worker.mjs';

/** `import styles from './X.module.css'`: esbuild turns the file into a map of local class names. */
declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>;
  export default classes;
}
declare module '*.css' {}

import styles from './Skeleton.module.css';

/** Shows a grey placeholder while content loads. Give it the size of the content (CSS lengths), so that nothing moves. */
export function Skeleton({
  width = '100%',
  height = '1em',
  radius,
}: {
  width?: string;
  height?: string;
  radius?: string;
}) {
  return <span className={styles.skeleton} style={{ width, height, borderRadius: radius }} aria-hidden="true" />;
}

import { paths } from '../../../navigation/paths.ts';
import { Brand } from './Brand.tsx';
import styles from './BrandLink.module.css';

/** The product's sign as the way home. `label`: read aloud instead of its name. */
export function BrandLink({ label }: { label?: string }) {
  return (
    <a href={paths.home} className={styles.link} aria-label={label}>
      <Brand />
    </a>
  );
}

import { paths } from '../../../navigation/paths.ts';
import { Brand } from './Brand.tsx';
import styles from './BrandLink.module.css';

/** Shows the product's logo as a link to the home page. `label`: accessible name, instead of the product's. */
export function BrandLink({ label }: { label?: string }) {
  return (
    <a href={paths.landing} className={styles.link} aria-label={label}>
      <Brand />
    </a>
  );
}

import type { DisplaySettings } from '../../../../src/contract/display.ts';
import { classNames } from '../../../ui/styles/class-names.ts';
import styles from './DisplayPreview.module.css';
import { Row } from '../../../ui/layout/primitives.tsx';

/** Shows a small TV to scale, with the clock, the clinic's logo and a message. */
export function DisplayPreview({ settings: { shrinksPicture, logo } }: { settings: DisplaySettings }) {
  const needsLightPlate = logo?.ground === 'light';
  return (
    <figure className={styles.tv} aria-label="Prévia da TV">
      <div className={styles.screen} aria-hidden="true">
        <div className={classNames(styles.stage, shrinksPicture && styles.shrunk)}>
          <div className={styles.picture}>
            <span className={styles.edge}>Seu conteúdo</span>
          </div>
        </div>
        <div className={styles.plates}>
          {logo && (
            <div className={classNames(styles.plate, styles.logo, needsLightPlate && styles.light)}>
              <img src={logo.url} alt="" />
            </div>
          )}
          <div className={styles.plate}>
            <span className={styles.time}>09:41</span>
            <span className={styles.date}>segunda-feira, 2 de março</span>
          </div>
        </div>
        <Row align="center" nowrap className={styles.ticker}>
          <span className={styles.title}>Vacina</span>
          Hoje das 9h às 17h
        </Row>
      </div>
    </figure>
  );
}

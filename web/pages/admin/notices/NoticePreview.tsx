import { classNames } from '../../../ui/styles/class-names.ts';
import type { NoticeForm } from './notice-form.ts';
import styles from './NoticePreview.module.css';

/** Number of characters above which the TV shows a message in a smaller font. */
const longMessageLength = 220;

/** Shows the notice as a TV does, to scale. */
export function NoticePreview({ notice: { title, message, backgroundColor, textColor } }: { notice: NoticeForm }) {
  return (
    <figure className={styles.tv} aria-label="Prévia do aviso na TV">
      <div className={styles.picture}>
        <div className={styles.notice} style={{ backgroundColor, color: textColor }}>
          <p className={styles.title}>{title.trim() || 'Título do aviso'}</p>
          <p className={classNames(styles.message, message.length > longMessageLength && styles.long)}>
            {message.trim() || 'A mensagem aparece aqui.'}
          </p>
        </div>
      </div>
    </figure>
  );
}

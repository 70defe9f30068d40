import type { PlaysReport } from '../../../src/contract/plays.ts';
import { useResource } from '../../state/resources/resource.ts';
import { user } from '../../state/session.ts';
import { Text } from '../../ui/layout/primitives.tsx';
import { periodText } from './periods.ts';
import styles from './Plays.module.css';

/** Shows the report's head, only in print: the clinic's logo and name, the content or screen, and the period. */
export function PrintHead({ report }: { report: PlaysReport | undefined }) {
  const logo = useResource('GET /api/display-settings').data?.logo;
  return (
    <div className={styles.head}>
      {logo && <img className={logo.ground === 'dark' ? styles.darkLogo : styles.logo} src={logo.url} alt="" />}
      <div>
        <Text as="p" size="lg" weight="bold">
          {user.peek()?.username}
        </Text>
        <p>Relatório de exibição{report?.content ? `: ${report.content.name}` : ''}</p>
        <p>
          {report && periodText(report)}
          {report?.screen ? `, na tela ${report.screen.name}` : ''}
        </p>
      </div>
    </div>
  );
}

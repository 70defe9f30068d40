import { CircleCheck } from 'lucide-react';
import { playsText } from '../../components/screens/plays-now.ts';
import { tabHref, uploadToScreenHref } from '../../navigation/manage-tabs.ts';
import { useResource } from '../../state/resources/resource.ts';
import { ButtonLink } from '../../ui/action/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Spinner } from '../../ui/feedback/Spinner.tsx';
import styles from './Pair.module.css';
import { Text } from '../../ui/layout/primitives.tsx';

/** Waits until the TV is paired with its screen, then shows what the screen plays. */
export function PairingResult({ screenId }: { screenId: number }) {
  const screens = useResource('GET /api/my-players', undefined, { refetchMs: 3_000 }).data;
  const screen = screens?.find(({ id }) => id === screenId);
  const isPaired = screen?.isPaired === true;
  const { playlist, isDark, next } = screen?.playsNow ?? {};
  const playsNothing = !playlist && !isDark && !next;
  return (
    <Card>
      <div className={styles.done} role="status">
        {isPaired ? <CircleCheck className={styles.good} /> : <Spinner label="Aguardando a TV" />}
        <h2>{isPaired ? 'TV pareada' : 'Aguardando a TV...'}</h2>
        <Text as="p" muted>
          {isPaired
            ? playlist
              ? `“${screen.name}” exibe a playlist “${playlist.name}”.`
              : isDark || next
                ? `“${screen.name}” segue a programação. ${playsText(screen.playsNow)}.`
                : `“${screen.name}” está conectada. Envie a ela o primeiro conteúdo.`
            : 'Em alguns segundos ela começa. Deixe a TV ligada.'}
        </Text>
        {isPaired && playsNothing && (
          <ButtonLink href={uploadToScreenHref(screenId)} variant="primary">
            Enviar um conteúdo
          </ButtonLink>
        )}
        <ButtonLink href={tabHref('telas')} variant={isPaired && !playsNothing ? 'primary' : 'secondary'}>
          Ver Minhas Telas
        </ButtonLink>
      </div>
    </Card>
  );
}

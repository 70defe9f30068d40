import { Infinity as Endless, ListVideo, Tv } from 'lucide-react';
import styles from './Showcase.module.css';
import { WaitingRoom } from './waiting-room/WaitingRoom.tsx';
import { Stack } from '../../ui/layout/primitives.tsx';

const benefits = [
  {
    icon: <Tv aria-hidden="true" />,
    title: 'Canal próprio, sem complicação',
    text: 'Envie vídeos e imagens e monte o canal da sua clínica em minutos.',
  },
  {
    icon: <ListVideo aria-hidden="true" />,
    title: 'Playlists personalizadas',
    text: 'Escolha o que cada tela exibe, na ordem que você quiser.',
  },
  {
    icon: <Endless aria-hidden="true" />,
    title: 'Reprodução contínua',
    text: 'As TVs seguem exibindo, mesmo quando a internet falha.',
  },
];

/** Shows the marketing column beside the forms in wide windows. */
export function Showcase() {
  return (
    <aside className={styles.showcase} aria-label="Conheça o Antessala">
      <WaitingRoom />
      <div className={styles.words}>
        <p className={styles.headline}>A espera fica melhor com um canal só seu</p>
        <ul className={styles.promises}>
          {benefits.map(({ icon, title, text }) => (
            <Stack as="li" gap={3} key={title}>
              {icon}
              <div>
                <p className={styles.title}>{title}</p>
                <p className={styles.text}>{text}</p>
              </div>
            </Stack>
          ))}
        </ul>
      </div>
    </aside>
  );
}

import { Text } from '../../../../ui/layout/primitives.tsx';
import styles from './BackupsCard.module.css';

/** Tells how to store the backups on another disk, for each way to run the server (scripts/install). */
export function OtherDiskHelp() {
  return (
    <Text as="div" muted size="sm">
      <p>
        Os backups ficam no mesmo disco que os dados: ajudam contra enganos, não contra a perda do disco. Para
        guardá-los em outro, por exemplo em <code>/mnt/backups</code>, quem cuida do servidor faz isto nele:
      </p>
      <ul className={styles.contents}>
        <li>
          com systemd: escrever a linha <code>BACKUP_DIR=/mnt/backups</code> em <code>/etc/antessala.env</code>,
          permitir a pasta por <code>systemctl edit antessala</code> com as linhas <code>[Service]</code> e{' '}
          <code>ReadWritePaths=/mnt/backups</code>, entregá-la ao servidor por{' '}
          <code>chown --reference=/var/lib/antessala/ /mnt/backups</code>, e reiniciar por{' '}
          <code>systemctl restart antessala</code>;
        </li>
        <li>
          com Docker Compose: tirar o # das linhas <code>BACKUP_DIR: /backups</code> e{' '}
          <code>- /mnt/backups:/backups</code> em <code>scripts/install/compose.yaml</code>, entregar a pasta por{' '}
          <code>chown 1000 /mnt/backups</code>, e reiniciar por{' '}
          <code>docker compose -f scripts/install/compose.yaml up -d</code>;
        </li>
        <li>
          com start.sh: parar o servidor e iniciá-lo por <code>BACKUP_DIR=/mnt/backups ./scripts/start.sh</code>.
        </li>
      </ul>
    </Text>
  );
}

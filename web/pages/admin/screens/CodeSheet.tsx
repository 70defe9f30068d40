import { createPortal } from 'react-dom';
import type { AdminPlayer } from '../../../../src/contract/players.ts';
import styles from './CodeSheet.module.css';
import { activationAddress, playerAddress } from '../../../components/screens/player-address.ts';
import { QrCode } from '../../../components/screens/QrCode.tsx';

/** Renders a sheet with activation codes, which is printed instead of the page and invisible on the screen. */
export function CodeSheet({ screens, server }: { screens: readonly AdminPlayer[]; server: string }) {
  const owner = screens[0]?.owner;
  return createPortal(
    <div className={styles.sheet}>
      <header>
        <p className={styles.brand}>Antessala TV</p>
        <h1>Ativação das telas</h1>
        {owner && (
          <p>
            {owner.username} · {owner.email}
          </p>
        )}
      </header>
      <ol className={styles.steps}>
        <li>Ligue a TV na mesma rede deste servidor e abra o navegador.</li>
        <li>
          Abra <strong>{playerAddress(server)}</strong> e digite o código da tela. Em um aparelho com câmera, leia o QR
          code.
        </li>
        <li>Ative o player. O canal começa assim que a tela receber uma playlist.</li>
      </ol>
      {screens.map(({ id, name, screenId, activationCode }) => (
        <section key={id} className={styles.screen}>
          <div className={styles.qr}>
            <QrCode text={activationAddress(server, activationCode)} label={`QR code de ${name}`} />
          </div>
          <div>
            <h2>{name}</h2>
            <p>Canal ID: {screenId}</p>
            <p className={styles.label}>Código de ativação</p>
            <p className={styles.code}>{activationCode}</p>
          </div>
        </section>
      ))}
      <footer>Cada código ativa um só aparelho: leia o QR code com o aparelho da TV, não com o seu celular.</footer>
    </div>,
    document.body,
  );
}

import { PlugZap, QrCode } from 'lucide-react';
import { Children, type ReactNode } from 'react';
import styles from './Steps.module.css';

/** Shows numbered steps: `<Steps><Step title="Som">...</Step></Steps>` */
export function Steps({ children }: { children: ReactNode }) {
  return <ol className={styles.steps}>{Children.toArray(children)}</ol>;
}

interface StepProps {
  title: string;
  icon: ReactNode;
  children: ReactNode;
}

export function Step({ title, icon, children }: StepProps) {
  return (
    <li className={styles.step}>
      <div className={styles.icon} aria-hidden="true">
        {icon}
      </div>
      <div className={styles.body}>
        <h3>{title}</h3>
        {children}
      </div>
    </li>
  );
}

/** Shows a step with one paragraph. */
export const TextStep = ({ children, ...step }: StepProps) => (
  <Step {...step}>
    <p>{children}</p>
  </Step>
);

/** Shows the step that pairs the TV, by a phone or a typed code. It is the same on every device. */
export const PairingStep = () => (
  <Step title="Pareie com o celular" icon={<QrCode />}>
    <p>
      A TV mostra um QR code. Aponte a câmera do celular para ele, entre com a conta da clínica, dê um nome à tela e
      toque em <strong>Parear TV</strong>. Assim que a tela receber uma playlist, o canal começa.
    </p>
    <p>
      Sem celular: no Studio, em <strong>Minhas Telas</strong>, escolha <strong>Parear TV</strong> e digite o código de
      6 letras e números que a TV mostra. Se o administrador já deu um código de 10 caracteres, digite-o na TV e escolha{' '}
      <strong>Ativar Player</strong>.
    </p>
  </Step>
);

/** Shows the final test, which checks that the TV starts without help. */
export const FinalStep = () => (
  <TextStep title="Tire da tomada e ligue de novo" icon={<PlugZap />}>
    O canal deve voltar sozinho, com som, em até dois minutos. Confira em Minhas Telas se a tela aparece{' '}
    <strong>Online</strong>: pronto.
  </TextStep>
);

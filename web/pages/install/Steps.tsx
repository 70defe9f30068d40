import { KeyRound, PlugZap } from 'lucide-react';
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

/** Shows the step that activates the player, which is the same on every device. */
export const ActivationStep = () => (
  <TextStep title="Ative com o código da tela" icon={<KeyRound />}>
    Digite o código de 10 caracteres e escolha <strong>Ativar Player</strong>. Aparece “Player Ativo”; assim que a tela
    receber uma playlist, o canal começa.
  </TextStep>
);

/** Shows the final test, which checks that the TV starts without help. */
export const FinalStep = () => (
  <TextStep title="Tire da tomada e ligue de novo" icon={<PlugZap />}>
    O canal deve voltar sozinho, com som, em até dois minutos. Confira em Minhas Telas se a tela aparece{' '}
    <strong>Online</strong>: pronto.
  </TextStep>
);

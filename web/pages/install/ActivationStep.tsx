import { KeyRound } from 'lucide-react';
import { Step } from './Steps.tsx';

/** The same on every device. */
export function ActivationStep() {
  return (
    <Step title="Ative com o código da tela" icon={<KeyRound />}>
      <p>
        Digite o código de 10 caracteres e escolha <strong>Ativar Player</strong>. Aparece “Player Ativo”; assim que a
        tela receber uma playlist, o canal começa.
      </p>
    </Step>
  );
}

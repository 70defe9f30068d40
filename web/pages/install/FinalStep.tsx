import { PlugZap } from 'lucide-react';
import { Step } from './Steps.tsx';

/** The proof that nobody will be called back. */
export function FinalStep() {
  return (
    <Step title="Tire da tomada e ligue de novo" icon={<PlugZap />}>
      <p>
        O canal deve voltar sozinho, com som, em até dois minutos. Confira em Minhas Telas se a tela aparece{' '}
        <strong>Online</strong>: pronto.
      </p>
    </Step>
  );
}

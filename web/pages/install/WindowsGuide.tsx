import { BellOff, Link2, MoonStar, Power, Volume2 } from 'lucide-react';
import { paths } from '../../navigation/paths.ts';
import { CommandBlock } from './CommandBlock.tsx';
import { PairingStep, FinalStep, Step, Steps, TextStep } from './Steps.tsx';

/** Shows the steps for a mini PC with Windows 10 or 11, and Chrome or Edge. */
export function WindowsGuide({ server }: { server: string }) {
  const address = `${server}${paths.play}`;
  const soundFlag = '--autoplay-policy=no-user-gesture-required';
  return (
    <Steps>
      <Step title="Crie o atalho do canal" icon={<Link2 />}>
        <p>
          Na área de trabalho: botão direito → <strong>Novo → Atalho</strong>. Cole o destino e dê o nome “Antessala
          TV”. Com o <strong>Chrome</strong>:
        </p>
        <CommandBlock
          label="atalho com o Chrome"
          text={`"C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe" --kiosk --no-first-run ${soundFlag} --user-data-dir=C:\\Antessala ${address}`}
        />
        <p>
          Com o <strong>Edge</strong>:
        </p>
        <CommandBlock
          label="atalho com o Edge"
          text={`"C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe" --app=${address} --start-fullscreen --no-first-run ${soundFlag} --user-data-dir=C:\\Antessala`}
        />
        <p>Não use o modo anônimo nem o quiosque do Edge (InPrivate): eles esquecem a ativação ao fechar.</p>
      </Step>
      <TextStep title="Faça ligar sozinho" icon={<Power />}>
        Aperte <kbd>Windows</kbd> + <kbd>R</kbd>, digite <code>shell:startup</code> e mova o atalho para essa pasta. Use
        uma conta local sem senha, ou marque a entrada automática em <code>netplwiz</code>. Na BIOS, ligue{' '}
        <strong>Restore on AC Power Loss</strong>: o computador volta depois de faltar luz.
      </TextStep>
      <Step title="Não deixe dormir" icon={<MoonStar />}>
        <p>No Prompt de Comando:</p>
        <CommandBlock
          label="não dormir"
          text={'powercfg /change monitor-timeout-ac 0\npowercfg /change standby-timeout-ac 0'}
        />
        <p>Desligue o protetor de tela do Windows e a economia de energia da TV.</p>
      </Step>
      <TextStep title="Silencie o Windows" icon={<BellOff />}>
        Em <strong>Configurações → Sistema → Notificações</strong>, ligue <strong>Não perturbe</strong>. No Windows
        Update, ajuste o horário ativo ao expediente: ele não reinicia no meio do dia.
      </TextStep>
      <TextStep title="Escolha a saída de som" icon={<Volume2 />}>
        O atalho já libera o som. Em <strong>Configurações → Sistema → Som</strong>, escolha a TV (HDMI) como saída.
      </TextStep>
      <PairingStep />
      <FinalStep />
    </Steps>
  );
}

import { Download, Link2, MoonStar, Power, Volume2 } from 'lucide-react';
import { paths } from '../../navigation/paths.ts';
import { CommandBlock } from './CommandBlock.tsx';
import { PairingStep, FinalStep, Step, Steps, TextStep } from './Steps.tsx';

/** Shows the steps for a TV box with Android and a kiosk browser. */
export function AndroidGuide({ server }: { server: string }) {
  return (
    <Steps>
      <TextStep title="Instale um navegador de quiosque" icon={<Download />}>
        Na Play Store, instale <strong>Fully Kiosk Browser</strong> (ou outro que abra em tela cheia e ligue com o
        aparelho). Atualize também o <strong>Android System WebView</strong>: é ele que mostra o canal. Serve Android 6
        ou mais novo.
      </TextStep>
      <Step title="Informe o endereço" icon={<Link2 />}>
        <p>
          No primeiro início, em <strong>Start URL</strong>:
        </p>
        <CommandBlock label="endereço inicial" text={`${server}${paths.play}`} />
      </Step>
      <TextStep title="Libere o som" icon={<Volume2 />}>
        Em <strong>Settings → Web Content Settings</strong>, ligue <strong>Autoplay Videos</strong> e{' '}
        <strong>Autoplay Audio</strong>. Deixe desligado tudo que apaga dados (Clear Cache, Delete Webstorage): a tela
        guarda ali o conteúdo e a ativação.
      </TextStep>
      <TextStep title="Não deixe dormir" icon={<MoonStar />}>
        No Fully: <strong>Device Management → Keep Screen On</strong>. No Android:{' '}
        <strong>Configurações → Tela → Protetor de tela: desligado</strong> e, em bateria ou energia, o navegador{' '}
        <strong>sem otimização</strong>. Desligue também a economia de energia da TV.
      </TextStep>
      <TextStep title="Faça ligar sozinho" icon={<Power />}>
        No Fully: <strong>Device Management → Launch on Boot</strong>. Se o Android pedir, permita aparecer sobre outros
        aplicativos. Em <strong>Universal Launcher</strong> ou <strong>Kiosk Mode</strong> (versão Plus) ele vira a tela
        inicial do aparelho.
      </TextStep>
      <PairingStep />
      <FinalStep />
    </Steps>
  );
}

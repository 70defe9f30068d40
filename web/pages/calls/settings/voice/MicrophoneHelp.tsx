import { paths } from '../../../../navigation/paths.ts';
import { useResource } from '../../../../state/resources/resource.ts';
import { Callout } from '../../../../ui/feedback/Callout.tsx';
import type { MicrophoneProblem } from './use-microphone.ts';

const titles: Record<MicrophoneProblem, string> = {
  insecure: 'Neste endereço o navegador não libera o microfone',
  unsupported: 'Este navegador não grava',
  denied: 'O microfone não foi permitido',
  missing: 'Nenhum microfone foi encontrado',
  busy: 'O microfone não responde',
};

/** Says why the microphone cannot be used, and what to do. */
export function MicrophoneHelp({ problem }: { problem: MicrophoneProblem }) {
  return (
    <Callout tone="warning" role="alert" compact title={titles[problem]}>
      <p>{problem === 'insecure' ? <SecureAddress /> : remedies[problem]}</p>
    </Callout>
  );
}

const remedies: Record<Exclude<MicrophoneProblem, 'insecure'>, string> = {
  unsupported: 'Atualize o navegador, ou use Chrome, Edge, Firefox ou Safari. Arquivos podem ser enviados na lista.',
  denied:
    'Clique no cadeado (ou no ícone de ajustes) ao lado do endereço, permita o microfone para este site e grave de novo. Confira também a permissão do navegador no sistema.',
  missing: 'Ligue um microfone ou um fone com microfone a este computador e grave de novo.',
  busy: 'Outro programa pode estar usando o microfone. Feche a chamada de vídeo ou o gravador e grave de novo.',
};

function SecureAddress() {
  const [secure] = useResource('GET /api/installation').data?.secureAddresses ?? [];
  const page = `${paths.calls}?aba=ajustes`;
  return (
    <>
      {secure ? (
        <>
          Abra esta página em <a href={secure + page}>{secure + page}</a>. O aviso de segurança some com o certificado
          da página <a href={paths.install}>Instalar uma tela</a>.
        </>
      ) : (
        <>
          Abra-a no próprio servidor, em <code>http://localhost:{location.port || '80'}</code>, ou peça a quem cuida
          dele que ligue https (<code>ANTESSALA_TLS=local</code>).
        </>
      )}{' '}
      Ou grave as palavras com o celular e envie os arquivos na lista.
    </>
  );
}

import { useSignals } from '@preact/signals-react/runtime';
import { Eye } from 'lucide-react';
import { useEffect, useState } from 'react';
import { roleNames } from '../../../src/contract/accounts/capabilities.ts';
import { FeatureOff } from '../../components/shell/loading/FeatureOff.tsx';
import { PageLayout } from '../../components/shell/layout/PageLayout.tsx';
import { paths } from '../../navigation/paths.ts';
import { clearReturnAddress } from '../../navigation/return-address.ts';
import { currentLocation } from '../../navigation/router.ts';
import { hasCapability, hasFeature, user } from '../../state/session.ts';
import { ButtonLink } from '../../ui/action/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { CodeForm } from './CodeForm.tsx';
import { PairingResult } from './PairingResult.tsx';
import { PairForm } from './PairForm.tsx';
import { normalizeCode } from './pair-choices.ts';

/** Shows the page `/parear`, made for phones, which pairs a TV with a screen (contract/README 9.9). */
export function Pair() {
  useSignals();
  const query = new URLSearchParams(currentLocation.value.search);
  const [code, setCode] = useState(normalizeCode(query.get('c') ?? ''));
  const [screenId, setScreenId] = useState<number>();
  useEffect(clearReturnAddress, []);
  return (
    <PageLayout
      title="Parear TV"
      subtitle="Escolha a tela que a TV vai exibir."
      back={{ href: `${paths.manage}?aba=telas`, label: 'Minhas Telas' }}
    >
      {!hasFeature('canAccessManagement') ? (
        <FeatureOff feature="a gestão de telas" />
      ) : !hasCapability('screens') ? (
        <RoleMayNotPair />
      ) : screenId !== undefined ? (
        <PairingResult screenId={screenId} />
      ) : code.length === 6 ? (
        <PairForm code={code} wantedId={query.get('tela')} onDone={setScreenId} onOtherCode={setCode} />
      ) : (
        <CodeForm onCode={setCode} />
      )}
    </PageLayout>
  );
}

/** Explains that the member's role may not change screens. */
function RoleMayNotPair() {
  useSignals();
  const member = user.value?.member;
  return (
    <EmptyState
      icon={<Eye />}
      title="Você não pareia TVs"
      text={`${member ? `Seu papel na equipe é ${roleNames[member.role]}. ` : ''}Peça a um proprietário ou editor da clínica que aponte a câmera para o código da TV.`}
      action={<ButtonLink href={paths.landing}>Voltar ao início</ButtonLink>}
    />
  );
}

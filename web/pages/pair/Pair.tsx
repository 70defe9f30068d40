import { useSignals } from '@preact/signals-react/runtime';
import { useEffect, useState } from 'react';
import { FeatureOff } from '../../components/shell/FeatureOff.tsx';
import { PageLayout } from '../../components/shell/PageLayout.tsx';
import { paths } from '../../navigation/paths.ts';
import { forgetReturn } from '../../navigation/return-address.ts';
import { place } from '../../navigation/router.ts';
import { mayUse } from '../../state/session.ts';
import { CodeForm } from './CodeForm.tsx';
import { Done } from './Done.tsx';
import { PairForm } from './PairForm.tsx';
import { codeOf } from './pair-choices.ts';

/** `/parear`: gives a TV that shows a code one of the own screens (contract/README 9.9). Made for the phone that scanned it. */
export function Pair() {
  useSignals();
  const query = new URLSearchParams(place.value.search);
  const [code, setCode] = useState(codeOf(query.get('c') ?? ''));
  const [screenId, setScreenId] = useState<number>();
  useEffect(forgetReturn, []);
  return (
    <PageLayout
      title="Parear TV"
      subtitle="Escolha a tela que a TV vai exibir."
      back={{ href: `${paths.manage}?aba=telas`, label: 'Minhas Telas' }}
    >
      {!mayUse('canAccessManagement') ? (
        <FeatureOff feature="a gestão de telas" />
      ) : screenId !== undefined ? (
        <Done screenId={screenId} />
      ) : code.length === 6 ? (
        <PairForm code={code} wanted={query.get('tela')} onDone={setScreenId} onOtherCode={() => setCode('')} />
      ) : (
        <CodeForm onCode={setCode} />
      )}
    </PageLayout>
  );
}

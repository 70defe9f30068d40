import { useSignals } from '@preact/signals-react/runtime';
import { Loaded } from '../../components/shell/loading/Loaded.tsx';
import { useRef } from 'react';
import { PageLayout } from '../../components/shell/layout/PageLayout.tsx';
import { paths } from '../../navigation/paths.ts';
import { useResource } from '../../state/resources/resource.ts';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { ProfileForm } from './ProfileForm.tsx';

/** Shows the page 'Identificação da clínica', which owners change and members read (contract/README 3.10). */
export function Clinic() {
  useSignals();
  const wasSaved = useRef(false);
  const profile = useResource('GET /api/clinic-profile');
  return (
    <PageLayout
      title="Identificação da clínica"
      subtitle="A linha que acompanha a sua publicidade nas TVs, como pede a Resolução CFM 2.336/2023"
      back={{ href: paths.account, label: 'Minha conta' }}
    >
      <Loaded resource={profile} skeleton={<Skeleton height="24rem" radius="var(--radius)" />}>
        {/* The key resets the form when another window saves. */}
        {(data) => <ProfileForm key={JSON.stringify(data)} profile={data} wasSaved={wasSaved} />}
      </Loaded>
    </PageLayout>
  );
}

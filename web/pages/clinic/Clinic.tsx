import { useSignals } from '@preact/signals-react/runtime';
import type { ClinicProfile } from '../../../src/contract/accounts/clinic.ts';
import { Loaded } from '../../components/shell/loading/Loaded.tsx';
import { useRef, useState } from 'react';
import { PageLayout } from '../../components/shell/layout/PageLayout.tsx';
import { paths } from '../../navigation/paths.ts';
import { useResource } from '../../state/resources/resource.ts';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { ProfileForm } from './ProfileForm.tsx';

/** Shows the page 'Identificação da clínica', which owners change and members read (contract/README 3.10). */
export function Clinic() {
  useSignals();
  const profile = useResource('GET /api/clinic-profile');
  return (
    <PageLayout
      title="Identificação da clínica"
      subtitle="A linha que acompanha a sua publicidade nas TVs, como pede a Resolução CFM 2.336/2023"
      back={{ href: paths.account, label: 'Minha conta' }}
    >
      <Loaded resource={profile} skeleton={<Skeleton height="24rem" radius="var(--radius)" />}>
        {(data) => <CurrentForm profile={data} />}
      </Loaded>
    </PageLayout>
  );
}

/** Replaces the form when the profile was saved, here or in another window. Keeps unsaved input until the person discards it. */
function CurrentForm({ profile }: { profile: ClinicProfile }) {
  const wasSaved = useRef(false);
  const hasUnsavedInput = useRef(false);
  const [shown, setShown] = useState(profile);
  const isOutdated = JSON.stringify(shown) !== JSON.stringify(profile);
  const showSaved = () => {
    wasSaved.current = true;
    setShown(profile);
  };
  if (isOutdated && !hasUnsavedInput.current) setShown(profile);
  return (
    <ProfileForm
      key={JSON.stringify(shown)}
      profile={shown}
      {...{ wasSaved, hasUnsavedInput }}
      onShowSaved={isOutdated ? showSaved : undefined}
    />
  );
}

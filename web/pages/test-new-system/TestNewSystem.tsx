import { useSignals } from '@preact/signals-react/runtime';
import { FeatureOff } from '../../components/shell/loading/FeatureOff.tsx';
import { PageLayout } from '../../components/shell/layout/PageLayout.tsx';
import { RoleNote } from '../../components/shell/layout/RoleNote.tsx';
import { paths } from '../../navigation/paths.ts';
import { useResource } from '../../state/resources/resource.ts';
import { mayUse } from '../../state/session.ts';
import { TestBench } from './TestBench.tsx';

const back = { href: paths.home, label: 'Início' };

/** 'Test screen' (contract/README 2.10): one video, one playlist, a frequency, and the resulting order. */
export function TestNewSystem() {
  useSignals();
  const isAllowed = mayUse('canAccessManagement');
  const videos = useResource('GET /api/videos', {}, { enabled: isAllowed });
  const playlists = useResource('GET /api/playlists', {}, { enabled: isAllowed });

  if (!isAllowed || videos.error?.code === 'feature_disabled') {
    return (
      <PageLayout title="Teste do Novo Sistema" back={back}>
        <FeatureOff feature="o teste" />
      </PageLayout>
    );
  }
  return (
    <PageLayout
      title="Teste do Novo Sistema"
      subtitle="Atribua um vídeo a uma playlist e veja a sequência gerada"
      back={back}
    >
      <RoleNote needs="playlists" />
      <TestBench videos={videos} playlists={playlists} />
    </PageLayout>
  );
}

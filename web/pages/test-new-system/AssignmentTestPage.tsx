import { useSignals } from '@preact/signals-react/runtime';
import { FeaturePage } from '../../components/shell/layout/FeaturePage.tsx';
import { RoleNote } from '../../components/shell/layout/RoleNote.tsx';
import { useResource } from '../../state/resources/resource.ts';
import { hasFeature } from '../../state/session.ts';
import { AssignmentTest } from './AssignmentTest.tsx';

/** Shows the test page (contract/README 2.10), which assigns one video to one playlist and shows the resulting order. */
export function AssignmentTestPage() {
  useSignals();
  const isAllowed = hasFeature('canAccessManagement');
  const videos = useResource('GET /api/videos', {}, { enabled: isAllowed });
  const playlists = useResource('GET /api/playlists', {}, { enabled: isAllowed });

  return (
    <FeaturePage
      feature="o teste"
      isAllowed={isAllowed}
      error={videos.error}
      title="Teste do Novo Sistema"
      subtitle="Atribua um vídeo a uma playlist e veja a sequência gerada"
    >
      <RoleNote needs="playlists" />
      <AssignmentTest videos={videos} playlists={playlists} />
    </FeaturePage>
  );
}

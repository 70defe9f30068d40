import { useSignals } from '@preact/signals-react/runtime';
import { useEffect, useState } from 'react';
import type { Poster } from '../../../../src/contract/posters.ts';
import { CallError, call } from '../../../api/client.ts';
import { FeaturePage } from '../../../components/shell/layout/FeaturePage.tsx';
import { RoleNote } from '../../../components/shell/layout/RoleNote.tsx';
import { LoadError } from '../../../components/shell/loading/LoadError.tsx';
import { openedPoster } from '../../../navigation/poster-address.ts';
import { useResource } from '../../../state/resources/resource.ts';
import { hasCapability, hasFeature } from '../../../state/session.ts';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { loadFont } from './drawing/draw.ts';
import { templates } from './drawing/templates.ts';
import { newPoster } from './new-poster.ts';
import { PosterEditor } from './PosterEditor.tsx';
import { TemplateGallery } from './TemplateGallery.tsx';
import { useClinicLogo } from './use-poster-pictures.ts';

/** Shows the page 'Cartaz': the templates, and the editor of a new or an existing poster (contract/README 3.10). */
export function Posters() {
  useSignals();
  const isAllowed = hasFeature('canAccessManagement');
  const mayChange = hasCapability('contents');
  const { editedId, copiedId, template: templateId } = openedPoster.value;
  const template = templates.find(({ id }) => id === templateId);
  const videos = useResource('GET /api/videos', {}, { enabled: isAllowed && editedId !== undefined });
  const edited = videos.data?.find(({ id }) => id === editedId);
  const { logo, colour, isReady } = useClinicLogo(isAllowed);
  const loaded = useStoredPoster(isAllowed && mayChange ? (editedId ?? copiedId) : undefined);
  const isFontReady = useFont();
  const isLoading = !isReady || !isFontReady || (editedId !== undefined && !edited && !videos.error);
  const poster = loaded.poster ?? (template && newPoster(template, colour));

  return (
    <FeaturePage
      feature="os cartazes"
      isAllowed={isAllowed}
      title={edited ? `Editar “${edited.name}”` : 'Criar cartaz'}
      subtitle={poster ? undefined : 'Escolha um modelo: o cartaz fica pronto em menos de um minuto.'}
    >
      <RoleNote needs="contents" />
      {!mayChange ? null : loaded.error ? (
        <LoadError error={loaded.error} onRetry={loaded.retry} />
      ) : isLoading || loaded.isLoading ? (
        <Skeleton height="30rem" />
      ) : poster ? (
        <PosterEditor
          key={`${editedId}-${copiedId}-${templateId}`}
          start={poster}
          edited={edited && { id: edited.id, name: edited.name }}
          logo={logo}
        />
      ) : (
        <TemplateGallery colour={colour} logo={logo} />
      )}
    </FeaturePage>
  );
}

function useFont(): boolean {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    // Without the font, that of the system is better than no poster.
    void loadFont().finally(() => setReady(true));
  }, []);
  return isReady;
}

/** Loads the fields of a poster once: changes by others must not replace what is being typed. */
function useStoredPoster(id: number | undefined) {
  const [state, setState] = useState<{ id: number; poster?: Poster; error?: CallError }>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (id === undefined) return;
    let isCurrent = true;
    setState(undefined);
    call('GET /api/videos/:id/poster', { params: { id } }).then(
      (poster) => isCurrent && setState({ id, poster }),
      (error: unknown) => {
        if (!(error instanceof CallError)) throw error;
        if (isCurrent) setState({ id, error });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [id, attempt]);
  const current = state?.id === id ? state : undefined;
  return {
    poster: id === undefined ? undefined : current?.poster,
    error: id === undefined ? undefined : current?.error,
    isLoading: id !== undefined && !current,
    retry: async () => setAttempt(attempt + 1),
  };
}

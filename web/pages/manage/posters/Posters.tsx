import { useSignals } from '@preact/signals-react/runtime';
import { useEffect, useState } from 'react';
import type { Poster } from '../../../../src/contract/posters.ts';
import { CallError, call } from '../../../api/client.ts';
import { FeaturePage } from '../../../components/shell/layout/FeaturePage.tsx';
import { RoleNote } from '../../../components/shell/layout/RoleNote.tsx';
import { LoadError } from '../../../components/shell/loading/LoadError.tsx';
import { openedPoster } from '../../../navigation/poster-address.ts';
import { useListRow } from '../../../state/resources/use-list.ts';
import { uploads } from '../../../state/uploads/queue.ts';
import { hasCapability, hasFeature } from '../../../state/session.ts';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { loadFont } from './drawing/draw.ts';
import { templates } from './drawing/templates.ts';
import { newPoster } from './new-poster.ts';
import { PosterEditor } from './PosterEditor.tsx';
import { TemplateGallery } from './TemplateGallery.tsx';
import { useClinicLogo } from './use-poster-pictures.ts';

/** Shows the page 'Cartaz': the templates, and the editor of a new or an existing poster (contract/README 3.11). */
export function Posters() {
  useSignals();
  const isAllowed = hasFeature('canAccessManagement');
  const mayChange = hasCapability('contents');
  const { editedId, copiedId, template: templateId } = openedPoster.value;
  const template = templates.find(({ id }) => id === templateId);
  const sourceId = editedId ?? copiedId;
  const videos = useListRow('GET /api/videos', sourceId, { enabled: isAllowed });
  const source = useLatest(sourceId, videos.row);
  const edited = editedId === undefined ? undefined : source;
  const { logo, colour, isReady } = useClinicLogo(isAllowed);
  const stored = useStoredPoster(isAllowed && mayChange ? sourceId : undefined);
  const isFontReady = useFont();
  const isLoading = !isReady || !isFontReady || (sourceId !== undefined && !source);
  const poster = unsentPoster(editedId) ?? stored.poster ?? (template && newPoster(template, colour));

  return (
    <FeaturePage
      feature="os cartazes"
      isAllowed={isAllowed}
      title={edited ? `Editar “${edited.name}”` : 'Criar cartaz'}
      subtitle={poster ? undefined : 'Escolha um modelo: o cartaz fica pronto em menos de um minuto.'}
    >
      <RoleNote needs="contents" />
      {!mayChange ? null : stored.error ? (
        <LoadError error={stored.error} onRetry={stored.retry} />
      ) : videos.error && !source ? (
        <LoadError error={videos.error} onRetry={videos.refetch} />
      ) : isLoading || stored.isLoading ? (
        <Skeleton height="30rem" />
      ) : poster ? (
        <PosterEditor
          key={`${editedId}-${copiedId}-${templateId}`}
          draftName={`poster ${editedId}-${copiedId}-${templateId}`}
          initialPurpose={source?.purpose}
          initialPoster={poster}
          edited={edited && { id: edited.id, name: edited.name }}
          logo={logo}
        />
      ) : (
        <TemplateGallery colour={colour} logo={logo} />
      )}
    </FeaturePage>
  );
}

/** Returns the item `id`. If another person has deleted it, returns its last version, so that editing can continue. */
function useLatest<Item extends { id: number }>(id: number | undefined, item: Item | undefined): Item | undefined {
  const [latest, setLatest] = useState(item);
  if (item && item !== latest) setLatest(item);
  return item ?? (latest?.id === id ? latest : undefined);
}

/** Returns the fields of an edited poster that is still being uploaded. The server still has the previous fields. */
const unsentPoster = (editedId: number | undefined): Poster | undefined =>
  editedId === undefined
    ? undefined
    : uploads.peek().findLast(({ replaces, phase }) => replaces?.id === editedId && phase.status !== 'done')?.poster;

function useFont(): boolean {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    // If the font cannot be loaded, posters use the system font.
    void loadFont().finally(() => setReady(true));
  }, []);
  return isReady;
}

/** Loads the fields of a poster once: changes by others must not replace what is being typed. */
function useStoredPoster(id: number | undefined) {
  const [result, setResult] = useState<{ id: number; poster?: Poster; error?: CallError }>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (id === undefined) return;
    let isCurrent = true;
    setResult(undefined);
    call('GET /api/videos/:id/poster', { params: { id } }).then(
      (poster) => isCurrent && setResult({ id, poster }),
      (error: unknown) => {
        if (!(error instanceof CallError)) throw error;
        if (isCurrent) setResult({ id, error });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [id, attempt]);
  const current = result?.id === id ? result : undefined;
  return {
    poster: id === undefined ? undefined : current?.poster,
    error: id === undefined ? undefined : current?.error,
    isLoading: id !== undefined && !current,
    retry: async () => setAttempt(attempt + 1),
  };
}

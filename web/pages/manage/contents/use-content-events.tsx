import { type ReactNode, useState } from 'react';
import type { Video } from '../../../../src/contract/media.ts';
import { toastError } from '../../../state/toasts.ts';
import { deleteContents, retryProcessing } from '../../../components/media/change-contents.ts';
import { ReplaceFileDialog } from '../../../components/media/replace/ReplaceFileDialog.tsx';
import { abandonReplacement } from '../../../state/uploads/queue.ts';
import { AddToPlaylistDialog } from './dialogs/AddToPlaylistDialog.tsx';
import type { ContentEvents } from './list/ContentMenu.tsx';
import { EditContentDialog } from './dialogs/EditContentDialog.tsx';
import { RemoveFromPlaylistDialog } from './dialogs/RemoveFromPlaylistDialog.tsx';
import { ContentPreviewDialog } from './dialogs/ContentPreviewDialog.tsx';

type DialogState = { kind: 'add' | 'remove'; videos: Video[] } | { kind: 'edit' | 'preview' | 'replace'; video: Video };

/** Returns handlers for the actions on contents, and the dialog that an action has opened. */
export function useContentEvents(): { events: ContentEvents; dialog: ReactNode } {
  const [opened, setOpened] = useState<DialogState>();
  const events: ContentEvents = {
    onOpen: (video) => setOpened({ kind: 'preview', video }),
    onAdd: (videos) => setOpened({ kind: 'add', videos }),
    onRemove: (videos) => setOpened({ kind: 'remove', videos }),
    onEdit: (video) => setOpened({ kind: 'edit', video }),
    onDelete: (videos) => void deleteContents(videos).catch((error: unknown) => toastError('Erro ao excluir', error)),
    onRetry: (video) =>
      void retryProcessing(video.id).catch((error: unknown) => toastError('Erro ao atualizar', error)),
    onReplace: (video) => setOpened({ kind: 'replace', video }),
    onAbandonReplacement: ({ id }) =>
      void abandonReplacement(id).catch((error: unknown) => toastError('Erro ao descartar', error)),
  };
  return { events, dialog: opened && dialogFor(opened, events, () => setOpened(undefined)) };
}

function dialogFor(opened: DialogState, events: ContentEvents, onClose: () => void): ReactNode {
  switch (opened.kind) {
    case 'add':
      return <AddToPlaylistDialog videos={opened.videos} onClose={onClose} />;
    case 'remove':
      return <RemoveFromPlaylistDialog videos={opened.videos} onClose={onClose} />;
    case 'edit':
      return (
        <EditContentDialog video={opened.video} onReplace={() => events.onReplace(opened.video)} onClose={onClose} />
      );
    case 'replace':
      return (
        <ReplaceFileDialog target={{ ...opened.video, isPlatform: opened.video.userId === null }} onClose={onClose} />
      );
    case 'preview':
      return <ContentPreviewDialog video={opened.video} onClose={onClose} />;
  }
}

import { useSignals } from '@preact/signals-react/runtime';
import {
  Copy,
  EllipsisVertical,
  Eye,
  ListMinus,
  ListPlus,
  Pencil,
  RefreshCw,
  RotateCw,
  Trash2,
  Type,
  X,
} from 'lucide-react';
import type { Video } from '../../../../../src/contract/media.ts';
import { copyPosterHref, editPosterHref } from '../../../../navigation/poster-address.ts';
import { navigate } from '../../../../navigation/router.ts';
import { hasCapability } from '../../../../state/session.ts';
import { IconButton } from '../../../../ui/action/IconButton.tsx';
import { isProcessing } from './content-texts.ts';
import { Menu, type MenuItem } from '../../../../ui/overlay/Menu.tsx';

export interface ContentEvents {
  onOpen: (video: Video) => void;
  onAdd: (videos: Video[]) => void;
  onRemove: (videos: Video[]) => void;
  onEdit: (video: Video) => void;
  onDelete: (videos: Video[]) => void;
  onRetry: (video: Video) => void;
  onReplace: (video: Video) => void;
  onAbandonReplacement: (video: Video) => void;
}

/** Shows the menu of an item. `canManage`: the user may change and delete the item. */
export function ContentMenu({ video, canManage, events }: { video: Video; canManage: boolean; events: ContentEvents }) {
  useSignals();
  const mayAssign = hasCapability('playlists');
  const items: (MenuItem | false)[] = [
    canManage &&
      (video.canRetry || video.replacement?.canRetry === true) && {
        label: 'Tentar de novo',
        icon: <RotateCw />,
        onSelect: () => events.onRetry(video),
      },
    video.processingStatus === 'completed' && { label: 'Ver', icon: <Eye />, onSelect: () => events.onOpen(video) },
    mayAssign &&
      video.processingStatus !== 'failed' && {
        label: 'Adicionar à playlist',
        icon: <ListPlus />,
        onSelect: () => events.onAdd([video]),
      },
    mayAssign &&
      video.assignments.length > 0 && {
        label: 'Remover da playlist',
        icon: <ListMinus />,
        onSelect: () => events.onRemove([video]),
      },
    canManage &&
      video.isPoster &&
      !isProcessing(video) && {
        label: 'Editar texto',
        icon: <Type />,
        onSelect: () => navigate(editPosterHref(video.id)),
      },
    canManage &&
      video.isPoster && { label: 'Duplicar', icon: <Copy />, onSelect: () => navigate(copyPosterHref(video.id)) },
    canManage && { label: 'Editar', icon: <Pencil />, onSelect: () => events.onEdit(video) },
    canManage &&
      !isProcessing(video) && {
        label: 'Substituir arquivo',
        icon: <RefreshCw />,
        onSelect: () => events.onReplace(video),
      },
    canManage &&
      video.replacement !== null && {
        label: video.replacement.status === 'failed' ? 'Descartar substituição' : 'Cancelar substituição',
        icon: <X />,
        onSelect: () => events.onAbandonReplacement(video),
      },
    canManage && { label: 'Excluir', icon: <Trash2 />, tone: 'danger', onSelect: () => events.onDelete([video]) },
  ];
  const offered = items.filter((item) => item !== false);
  if (offered.length === 0) return null;
  return (
    <Menu
      items={offered}
      trigger={(trigger) => (
        <IconButton {...trigger} size="sm" label={`Ações de ${video.name}`} icon={<EllipsisVertical />} />
      )}
    />
  );
}

import { useSignals } from '@preact/signals-react/runtime';
import { useEffect, useRef, useState } from 'react';
import type { Playlist } from '../../../../../src/contract/playlists.ts';
import { playlistIdInAddress, removePlaylistFromAddress } from '../../../../navigation/manage-tabs.ts';
import type { Resource } from '../../../../state/resources/resource.ts';
import { toast } from '../../../../state/toasts.ts';

/** Returns the playlist that a click or the address opened in the editor; undefined if there is none or it was deleted. */
export function useEditedPlaylist(playlists: Resource<readonly Playlist[]>): {
  edited: Playlist | undefined;
  /** Opens the editor of a playlist. undefined closes the editor. */
  edit: (id: number | undefined) => void;
} {
  useSignals();
  const idInAddress = playlistIdInAddress.value;
  const [editedId, setEdited] = useState(idInAddress);

  const edited = playlists.data?.find(({ id }) => id === editedId);
  const lastEditedName = useRef<string>(undefined);
  const wasDeleted =
    playlists.data !== undefined && editedId !== undefined && !edited && lastEditedName.current !== undefined;
  // Back and Forward open the editor of the playlist in the address.
  useEffect(() => setEdited(idInAddress), [idInAddress]);
  const isUnknown =
    playlists.data !== undefined && !playlists.loading && editedId !== undefined && !edited && !wasDeleted;
  useEffect(() => {
    if (!isUnknown) return;
    toast({ title: 'Playlist não encontrada', variant: 'info' });
    setEdited(undefined);
  }, [isUnknown]);
  useEffect(() => {
    if (editedId === undefined) removePlaylistFromAddress();
  }, [editedId]);
  useEffect(() => {
    if (edited) lastEditedName.current = edited.name;
    if (editedId === undefined) lastEditedName.current = undefined;
    if (!wasDeleted) return;
    toast({
      title: 'Playlist excluída',
      description: `“${lastEditedName.current}” foi excluída em outra janela.`,
      variant: 'info',
    });
    setEdited(undefined);
  }, [edited, editedId, wasDeleted]);

  return { edited, edit: setEdited };
}

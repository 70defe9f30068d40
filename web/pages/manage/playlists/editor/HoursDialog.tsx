import type { Assignment } from '../../../../../src/contract/playlists.ts';
import { WindowsDialog } from '../../../../components/programme/WindowsDialog.tsx';
import { setWindows } from '../../../../components/playlists/assignments.ts';
import { toast } from '../../../../state/toasts.ts';
import { hoursText } from './hours-text.ts';

/** Shows the form for the weekdays and hours at which an item plays. An item without hours plays at any time. */
export function HoursDialog({ assignment, onClose }: { assignment: Assignment; onClose: () => void }) {
  const { video, playlistId } = assignment;
  return (
    <WindowsDialog
      title="Horário do conteúdo"
      description={`“${video.name}” nesta playlist`}
      windows={assignment.windows}
      emptyText="Aparece sempre. Adicione um horário para limitar."
      onSave={async (windows) => {
        await setWindows(video.id, playlistId, windows);
        toast({ title: 'Horário salvo', description: `${video.name}: ${hoursText(windows)}` });
      }}
      onClose={onClose}
    />
  );
}

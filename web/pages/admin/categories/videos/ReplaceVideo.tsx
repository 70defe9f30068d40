import { useSignals } from '@preact/signals-react/runtime';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import type { CategoryVideo } from '../../../../../src/contract/categories.ts';
import { isAdministrator } from '../../../../state/session.ts';
import { IconButton } from '../../../../ui/action/IconButton.tsx';
import { laterDialog } from '../../../../components/shell/overlay/later-dialog.tsx';

const ReplaceFileDialog = laterDialog(
  () => import('../../../../components/media/replace/ReplaceFileDialog.tsx'),
  'ReplaceFileDialog',
);

/** New bytes for a platform item; administrators only. */
export function ReplaceVideo({ video }: { video: CategoryVideo }) {
  useSignals();
  const [isOpen, setOpen] = useState(false);
  const { processingStatus: status } = video;
  if (!isAdministrator.value || status === 'pending' || status === 'processing') return null;
  return (
    <>
      <IconButton label={`Substituir arquivo de ${video.name}`} icon={<RefreshCw />} onClick={() => setOpen(true)} />
      {isOpen && <ReplaceFileDialog target={{ ...video, isPlatform: true }} onClose={() => setOpen(false)} />}
    </>
  );
}

import { RotateCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { limits } from '../../../src/contract/limits.ts';
import { IconButton } from './IconButton.tsx';

/** Asks for fresh data; the icon turns for 600 ms however fast the answer is: `<RefreshButton onRefresh={users.refetch} />` */
export function RefreshButton({ onRefresh, label = 'Atualizar' }: { onRefresh: () => unknown; label?: string }) {
  const [isTurning, setTurning] = useState(false);

  useEffect(() => {
    if (!isTurning) return;
    const timer = setTimeout(() => setTurning(false), limits.refreshAnimationMs);
    return () => clearTimeout(timer);
  }, [isTurning]);

  return (
    <IconButton
      outlined
      label={label}
      icon={<RotateCw />}
      turning={isTurning}
      onClick={() => {
        setTurning(true);
        onRefresh();
      }}
    />
  );
}

import { RotateCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { limits } from '../../../src/contract/limits.ts';
import { IconButton } from './IconButton.tsx';

/** Requests fresh data, and rotates its icon for 600 ms however fast the response is: `<RefreshButton onRefresh={users.refetch} />` */
export function RefreshButton({ onRefresh, label = 'Atualizar' }: { onRefresh: () => unknown; label?: string }) {
  const [isSpinning, setSpinning] = useState(false);

  useEffect(() => {
    if (!isSpinning) return;
    const timer = setTimeout(() => setSpinning(false), limits.refreshAnimationMs);
    return () => clearTimeout(timer);
  }, [isSpinning]);

  return (
    <IconButton
      outlined
      label={label}
      icon={<RotateCw />}
      spinning={isSpinning}
      onClick={() => {
        setSpinning(true);
        onRefresh();
      }}
    />
  );
}

import { type ReactNode, type Ref, useState } from 'react';

/** An area that takes files which are dropped or pasted; `children` gets whether some are held over it. */
export function FileTarget({
  ref,
  onFiles,
  children,
}: {
  ref?: Ref<HTMLDivElement>;
  onFiles: (files: File[]) => void;
  children: (isOver: boolean) => ReactNode;
}) {
  const [isOver, setOver] = useState(false);
  return (
    <div
      ref={ref}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onFiles([...event.dataTransfer.files]);
      }}
      onPaste={(event) => onFiles([...event.clipboardData.files])}
    >
      {children(isOver)}
    </div>
  );
}

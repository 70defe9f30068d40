import { type ReactNode, type Ref, useState } from 'react';

/** Accepts files that are dropped on its area or pasted into it. `isDraggingFiles`: files are being dragged over the area. */
export function FileTarget({
  ref,
  onFiles,
  children,
}: {
  ref?: Ref<HTMLDivElement>;
  onFiles: (files: File[]) => void;
  children: (isDraggingFiles: boolean) => ReactNode;
}) {
  const [isDraggingFiles, setDraggingFiles] = useState(false);
  return (
    <div
      ref={ref}
      onDragOver={(event) => {
        event.preventDefault();
        setDraggingFiles(true);
      }}
      onDragLeave={() => setDraggingFiles(false)}
      onDrop={(event) => {
        event.preventDefault();
        setDraggingFiles(false);
        onFiles([...event.dataTransfer.files]);
      }}
      onPaste={(event) => onFiles([...event.clipboardData.files])}
    >
      {children(isDraggingFiles)}
    </div>
  );
}

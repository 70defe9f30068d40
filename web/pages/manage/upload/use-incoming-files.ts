import { useEffect, useRef, useState } from 'react';

/** Calls `onFiles` with files that are pasted or dropped on the window. Returns true while files are dragged over it. */
export function useIncomingFiles(onFiles: (files: File[]) => void): boolean {
  const [isDraggingFiles, setDraggingFiles] = useState(false);
  const latest = useRef(onFiles);
  latest.current = onFiles;

  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    // `dragenter` and `dragleave` are fired for nested elements too: count them.
    let depth = 0;
    const enter = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth += 1;
      setDraggingFiles(true);
    };
    const handleDragOver = (event: DragEvent) => {
      if (!hasFiles(event) || !event.dataTransfer) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
    };
    const leave = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth = Math.max(0, depth - 1);
      if (depth === 0) setDraggingFiles(false);
    };
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth = 0;
      setDraggingFiles(false);
      // Ignore files that are dropped while a dialog is open.
      if (!document.querySelector('[aria-modal="true"]')) latest.current([...(event.dataTransfer?.files ?? [])]);
    };
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0 || document.querySelector('[aria-modal="true"]')) return;
      event.preventDefault();
      latest.current(files);
    };
    const aborter = new AbortController();
    const { signal } = aborter;
    window.addEventListener('dragenter', enter, { signal });
    window.addEventListener('dragover', handleDragOver, { signal });
    window.addEventListener('dragleave', leave, { signal });
    window.addEventListener('drop', drop, { signal });
    window.addEventListener('paste', paste, { signal });
    return () => aborter.abort();
  }, []);
  return isDraggingFiles;
}

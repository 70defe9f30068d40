import { useEffect } from 'react';

/** Ignores files dropped where nothing accepts them: otherwise the browser would leave the studio and open the file. */
export function useDropGuard(): void {
  useEffect(() => {
    const ignoreFiles = (event: DragEvent) => {
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'none';
    };
    window.addEventListener('dragover', ignoreFiles);
    window.addEventListener('drop', ignoreFiles);
    return () => {
      window.removeEventListener('dragover', ignoreFiles);
      window.removeEventListener('drop', ignoreFiles);
    };
  }, []);
}

import { computed, effect, signal } from '@preact/signals-react';
import { hasWaitingRequests } from '../resources/request-queue.ts';

/** The current upload of this window, shown on every page; undefined: none. */
export const uploadUnderWay = signal<{ name: string; percent: number; waitingCount: number } | undefined>(undefined);

/** True while a queue sends; each queue sets its own signal. */
export const isSending = { files: signal(false), tracks: signal(false), archive: signal(false) };

/** Describes the work that signing out would interrupt, for the question before it; undefined if there is none. */
export const workUnderWay = computed(() => {
  const { files, tracks, archive } = isSending;
  const names = [
    ...(files.value ? ['de arquivos'] : []),
    ...(tracks.value ? ['de músicas'] : []),
    ...(archive.value ? ['do arquivo da importação'] : []),
  ];
  const sentences = [
    ...names.map((name) => `O envio ${name} será interrompido.`),
    ...(hasWaitingRequests.value ? ['As últimas mudanças em uma playlist ainda não foram salvas.'] : []),
  ];
  return sentences.length > 0 ? sentences.join(' ') : undefined;
});

effect(() => {
  if (workUnderWay.value === undefined) return;
  const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener('beforeunload', preventUnload);
  return () => window.removeEventListener('beforeunload', preventUnload);
});

import { useState } from 'react';
import type { CallRecording } from '../../../../../src/contract/calls.ts';
import { limits } from '../../../../../src/contract/limits.ts';
import { bytesPerMb } from '../../../../../src/contract/text/units.ts';
import { messageOf } from '../../../../api/client.ts';
import { mutate } from '../../../../state/resources/resource.ts';
import { toast } from '../../../../state/toasts.ts';
import { useAction } from '../../../../state/form/use-action.ts';

/** Returns actions that upload and delete recordings. `problem`: error text of the last action. */
export function useRecordings() {
  const [problem, setProblem] = useState<string>();
  const [uploadingWord, setUploadingWord] = useState<string>();
  const showProblem = (error: unknown): boolean => {
    setProblem(messageOf(error));
    return true;
  };

  const [upload] = useAction(
    'Erro ao enviar a gravação',
    async ({ word, text }: CallRecording, raw: File) => {
      await mutate('PUT /api/call-recordings', { query: { word }, raw });
      toast({ title: `✓ “${text}” gravada`, description: 'As próximas chamadas já usam esta voz.' });
    },
    showProblem,
  );
  const [remove] = useAction(
    'Erro ao apagar a gravação',
    async ({ word }: CallRecording) => {
      setProblem(undefined);
      await mutate('DELETE /api/call-recordings', { query: { word } });
      toast({ title: 'Gravação apagada' });
    },
    showProblem,
  );

  async function send(recording: CallRecording, file: File): Promise<void> {
    const { maxMb } = limits.calls.recording;
    if (file.size > maxMb * bytesPerMb)
      return setProblem(`A gravação pode ter no máximo ${maxMb} MB e 5 segundos. Grave só a palavra e tente de novo.`);
    setUploadingWord(recording.word);
    await upload(recording, file);
    setUploadingWord(undefined);
  }

  return { send, remove, uploadingWord, problem, setProblem };
}

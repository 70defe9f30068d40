import { type RefObject, useState } from 'react';
import { limits } from '../../../../src/contract/limits.ts';
import type { StatedPurpose } from '../../../../src/contract/media.ts';
import type { Poster } from '../../../../src/contract/posters.ts';
import { medicineRefusal } from '../../../../src/contract/text/identification.ts';
import { cut, graphemeCount } from '../../../../src/contract/text/graphemes.ts';
import { tabHref } from '../../../navigation/manage-tabs.ts';
import { navigate } from '../../../navigation/router.ts';
import { PurposeField } from '../../../components/media/PurposeField.tsx';
import { useAction } from '../../../state/form/use-action.ts';
import { toast } from '../../../state/toasts.ts';
import { followScreens } from '../../../state/uploads/follow-screens.ts';
import { replaceFile, sendPoster } from '../../../state/uploads/queue.ts';
import { savedPurpose, savePurpose } from '../../../state/uploads/saved-purpose.ts';
import type { Destination } from '../../../state/uploads/upload-item.ts';
import { Button } from '../../../ui/action/Button.tsx';
import { DateField } from '../../../ui/form/date/DateField.tsx';
import { dateProblem } from '../../../ui/form/date/parse-date.ts';
import { Input } from '../../../ui/form/Input.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Stack, Text } from '../../../ui/layout/primitives.tsx';
import { SendButtons } from '../upload/SendButtons.tsx';
import { templateOf } from './drawing/templates.ts';

export interface EditedPoster {
  id: number;
  name: string;
}

interface SendPosterProps {
  poster: Poster;
  edited: EditedPoster | undefined;
  /** True when the poster needs no photo, or its photo is decoded. */
  isReady: boolean;
  /** True when texts are too long. */
  hasExcess: boolean;
  canvas: RefObject<HTMLCanvasElement | null>;
  /** Purpose of the poster that is copied. Without it, the person's last choice is used. */
  initialPurpose: StatedPurpose | undefined;
  onSent: () => void;
}

/** Shows fields such as the name and buttons to send a new poster, or for an existing poster a button that saves its picture. */
export function SendPoster({ poster, edited, isReady, hasExcess, canvas, initialPurpose, onSent }: SendPosterProps) {
  const [typedName, setName] = useState<string>();
  const [validUntil, setValidUntil] = useState('');
  const [purpose, setPurpose] = useState<StatedPurpose>(() => initialPurpose ?? savedPurpose());
  const [showsProblems, setShowsProblems] = useState(false);
  const name = typedName ?? nameOf(poster);
  const nameProblem = name.trim() === '' ? 'Insira um nome.' : undefined;
  const dayProblem = dateProblem(validUntil);

  /** Returns false, and shows a message, when the poster cannot be sent. */
  function validate(): boolean {
    const problem = hasExcess
      ? 'Há texto demais no cartaz: tire algumas palavras.'
      : edited
        ? undefined
        : graphemeCount(name.trim()) > limits.contentNameLength
          ? `O nome deve ter no máximo ${limits.contentNameLength} caracteres.`
          : (nameProblem ?? dayProblem ?? (purpose === 'medicine' ? medicineRefusal : undefined));
    setShowsProblems(problem !== undefined);
    if (problem) toast({ title: 'Confira o cartaz', description: problem, variant: 'destructive' });
    return problem === undefined;
  }

  const [send] = useAction('Erro ao criar o cartaz', async (destination?: Destination) => {
    const file = await fileOf(canvas.current, poster);
    onSent();
    if (edited) {
      replaceFile({ ...edited, isPlatform: false }, file, poster);
      return navigate(tabHref('conteudos'));
    }
    if (destination?.screen) followScreens();
    sendPoster(file, { name: name.trim(), poster, purpose, validUntil: validUntil || undefined }, destination);
    navigate(tabHref('upload'));
  });

  if (edited)
    return (
      <Card padding="sm" label="Salvar">
        <Stack gap={3}>
          <Button variant="primary" size="lg" block disabled={!isReady} onClick={() => validate() && void send()}>
            Salvar cartaz
          </Button>
          <Text as="p" muted size="sm">
            A TV mostra o cartaz antigo até o novo ficar pronto. Playlists e validade não mudam.
          </Text>
        </Stack>
      </Card>
    );
  return (
    <Card padding="sm" label="Enviar">
      <Stack fluid gap={4}>
        <Input
          label="Nome do conteúdo"
          required
          value={name}
          onChange={setName}
          counterMax={limits.contentNameLength}
          error={showsProblems ? nameProblem : undefined}
        />
        <DateField
          label="Até quando?"
          hint="Depois deste dia sai da TV sozinho. Vazio: sem limite."
          value={validUntil}
          onChange={setValidUntil}
          error={showsProblems ? dayProblem : undefined}
        />
        <PurposeField
          value={purpose}
          onChange={(chosen) => {
            savePurpose(chosen);
            setPurpose(chosen);
          }}
        />
        <SendButtons
          label="Enviar"
          count={isReady ? 1 : 0}
          isPlatform={false}
          validate={validate}
          onSend={(destination) => void send(destination)}
        />
      </Stack>
    </Card>
  );
}

/** Returns the poster's title as a name for the content; without a title, the template's name. */
const nameOf = ({ template, texts }: Poster) =>
  cut(texts.title.replace(/\s+/g, ' ').trim(), limits.contentNameLength) || templateOf(template).name;

/** Returns the picture as a PNG file, which keeps texts sharp. With a photo returns a JPEG, which is several times smaller. */
async function fileOf(canvas: HTMLCanvasElement | null, poster: Poster): Promise<File> {
  const type = poster.photo ? 'image/jpeg' : 'image/png';
  const blob = await new Promise<Blob | null>((resolve) => {
    if (canvas) canvas.toBlob(resolve, type, 0.94);
    else resolve(null);
  });
  if (!blob) throw new Error('O navegador não conseguiu desenhar o cartaz.');
  return new File([blob], `cartaz.${poster.photo ? 'jpg' : 'png'}`, { type });
}

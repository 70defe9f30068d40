import { useResource } from '../../../../state/resources/resource.ts';
import { Callout } from '../../../../ui/feedback/Callout.tsx';
import { formatMb } from '../../../../ui/text/format.ts';
import { ProgressBar } from '../../../../ui/feedback/ProgressBar.tsx';
import { Description, DescriptionList } from '../../../../ui/data/DescriptionList.tsx';
import { LoadedCard } from '../LoadedCard.tsx';
import { Stack, Text } from '../../../../ui/layout/primitives.tsx';

const refetchMs = 30_000;

/** Shows how much of the server's disk is free, and how much of the disk media and other files use. */
export function DiskCard() {
  const overview = useResource('GET /api/admin/overview', {}, { refetchMs });
  return (
    <LoadedCard title="Armazenamento" resource={overview} height="6rem">
      {({ disk }) => {
        const { freeMb, totalMb } = disk;
        if (freeMb === null || totalMb === null)
          return (
            <Callout tone="danger" role="alert">
              O disco dos dados não pode ser lido. Confira se ele está montado; as telas continuam exibindo.
            </Callout>
          );
        const usedMb = totalMb - freeMb;
        const percent = totalMb > 0 ? (usedMb / totalMb) * 100 : 0;
        return (
          <Stack gap={3}>
            <Text as="p" size="sm">
              <Text as="strong" size="lg">
                {formatMb(freeMb)}
              </Text>{' '}
              livres de {formatMb(totalMb)}
            </Text>
            <ProgressBar
              label="Disco usado"
              value={percent}
              tone={disk.isLow ? 'danger' : percent >= 80 ? 'warning' : 'accent'}
            />
            {disk.isLow && (
              <Callout tone="danger" role="alert">
                Pouco espaço: novos envios são recusados. Exclua conteúdos ou aumente o disco; as telas continuam
                exibindo.
              </Callout>
            )}
            <DescriptionList>
              <Description name="Mídias do Antessala">{formatMb(disk.mediaMb)}</Description>
              <Description name="Outros arquivos">{formatMb(Math.max(0, usedMb - disk.mediaMb))}</Description>
            </DescriptionList>
          </Stack>
        );
      }}
    </LoadedCard>
  );
}

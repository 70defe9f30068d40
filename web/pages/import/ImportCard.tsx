import { ChevronDown, ChevronUp } from 'lucide-react';
import type { ImportSummary } from '../../../src/contract/contents/imports.ts';
import { Loaded } from '../../components/shell/loading/Loaded.tsx';
import { useResource } from '../../state/resources/resource.ts';
import { Button } from '../../ui/action/Button.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Row, Stack, Text } from '../../ui/layout/primitives.tsx';
import { formatDateTime } from '../../ui/text/format.ts';
import { ImportView } from './ImportView.tsx';
import { importFormatNames, statusText } from './texts.ts';

/** Shows one import as a line, and its files and playlists when it is open. */
export function ImportCard({
  item,
  isOpen,
  onToggle,
}: {
  item: ImportSummary;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
}) {
  return (
    <Card as="li">
      <Stack fluid gap={4}>
        <Row gap={3} align="start">
          <Stack gap={1} grow>
            <Text as="h2" breakable>
              {item.name}
            </Text>
            <Text as="p" size="sm" role="status">
              {statusText(item)}
            </Text>
            <Text as="p" size="xs" muted>
              {[item.format && importFormatNames[item.format], formatDateTime(item.createdAt)]
                .filter(Boolean)
                .join(' · ')}
            </Text>
          </Stack>
          <Button
            size="sm"
            variant="ghost"
            icon={isOpen ? <ChevronUp /> : <ChevronDown />}
            aria-expanded={isOpen}
            aria-label={`${isOpen ? 'Ocultar' : 'Mostrar'} ${item.name}`}
            onClick={() => onToggle(!isOpen)}
          >
            {isOpen ? 'Ocultar' : 'Mostrar'}
          </Button>
        </Row>
        {isOpen && <OpenedImport item={item} />}
      </Stack>
    </Card>
  );
}

function OpenedImport({ item }: { item: ImportSummary }) {
  const details = useResource('GET /api/imports/:id', { params: { id: item.id } });
  return (
    <Loaded resource={details} skeleton={<Skeleton height="12rem" />}>
      {(loaded) => <ImportView item={loaded} />}
    </Loaded>
  );
}

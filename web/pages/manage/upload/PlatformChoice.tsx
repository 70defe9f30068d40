import { LoadError } from '../../../components/shell/loading/LoadError.tsx';
import { useResource } from '../../../state/resources/resource.ts';
import { Select } from '../../../ui/form/Select.tsx';
import { Switch } from '../../../ui/form/Switch.tsx';
import styles from './SendPanel.module.css';
import { Stack } from '../../../ui/layout/primitives.tsx';

interface PlatformChoiceProps {
  isPlatform: boolean;
  onPlatform: (isPlatform: boolean) => void;
  categoryId: string;
  onCategory: (categoryId: string) => void;
  isCategoryMissing: boolean;
}

export function PlatformChoice({
  isPlatform,
  onPlatform,
  categoryId,
  onCategory,
  isCategoryMissing,
}: PlatformChoiceProps) {
  const categories = useResource('GET /api/admin/categories', undefined, { enabled: isPlatform });
  return (
    <Stack gap={3} className={styles.options}>
      <Switch
        label="Vídeo da plataforma"
        hint="Disponível para os usuários com acesso à categoria."
        checked={isPlatform}
        onChange={onPlatform}
      />
      {isPlatform &&
        (categories.error && !categories.data ? (
          <LoadError subject="as categorias" error={categories.error} onRetry={categories.refetch} />
        ) : (
          <Select
            label="Categoria"
            required
            placeholder={categories.data?.length === 0 ? 'Nenhuma categoria criada' : 'Selecione uma categoria'}
            value={categoryId}
            onChange={onCategory}
            options={(categories.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
            error={isCategoryMissing ? 'Selecione uma categoria.' : undefined}
          />
        ))}
    </Stack>
  );
}

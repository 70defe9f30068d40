import { limits } from '../../../src/contract/limits.ts';
import styles from './CommonProblems.module.css';
import page from './Install.module.css';
import { Grid } from '../../ui/layout/primitives.tsx';

const problems: readonly { symptom: string; remedy: string }[] = [
  {
    symptom: 'A página não abre',
    remedy:
      'Teste o endereço no celular, na mesma rede. Se abrir ali, a TV está em outra rede (visitantes, 4G) ou o endereço foi digitado sem a porta.',
  },
  {
    symptom: '“Código de ativação inválido”',
    remedy: `Cada código tem ${limits.activationCodeLength} caracteres e ativa um só aparelho. Em Gerenciar Telas, “Resetar” cria um novo.`,
  },
  {
    symptom: 'Toca sem som',
    remedy:
      'Aperte qualquer tecla do controle. Se voltar mudo a cada início, falta liberar a reprodução automática; veja também a saída HDMI e o volume da TV.',
  },
  {
    symptom: 'A tela apaga ou volta ao menu',
    remedy: 'Protetor de tela, economia de energia ou desligamento automático: desligue no aparelho e também na TV.',
  },
  {
    symptom: 'Pede o código de novo ao ligar',
    remedy: 'O navegador está apagando os dados ao fechar. Saia do modo anônimo e desligue a limpeza automática.',
  },
  {
    symptom: 'O vídeo engasga',
    remedy: 'Use 1080p a 60 Hz em vez de 4K, cabo em vez de Wi-Fi, e atualize o navegador. Feche outros aplicativos.',
  },
  {
    symptom: 'As bordas aparecem cortadas',
    remedy: 'Na TV, em tamanho da imagem, escolha “Ajustar à tela”, “Just Scan” ou 1:1.',
  },
  {
    symptom: 'Preciso sair do canal',
    remedy: 'Aperte Voltar ou Esc (ou segure OK) e digite o código de saída, que o administrador vê em Configurações.',
  },
];

/** Lists common problems with new TVs, and their solutions. All are visible, because the page can be printed. */
export function CommonProblems() {
  return (
    <section className={page.section} aria-labelledby="problemas">
      <h2 id="problemas">Se algo não der certo</h2>
      <Grid as="dl" min="26rem" gap={6} rowGap={4} className={styles.list}>
        {problems.map(({ symptom, remedy }) => (
          <div key={symptom}>
            <dt>{symptom}</dt>
            <dd>{remedy}</dd>
          </div>
        ))}
      </Grid>
    </section>
  );
}

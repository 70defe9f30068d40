import styles from './BackupsCard.module.css';
import { Text } from '../../../../ui/layout/primitives.tsx';

/** Lists what can be read in a downloaded backup: take-backup.ts copies the database, first-run.txt and tls/. */
export function BackupContents() {
  return (
    <Text as="div" muted size="sm">
      <p>
        Guarde de vez em quando um backup fora deste servidor, onde só a administração alcança. Além de contas e mídias,
        quem abre um backup baixado lê nele:
      </p>
      <ul className={styles.contents}>
        <li>os códigos de acesso, do player e de ativação das telas;</li>
        <li>
          o que foi salvo para outros serviços: senha do servidor de email, endereço e segredo dos avisos por webhook,
          acesso ao Novo SGA;
        </li>
        <li>as chaves da verificação em duas etapas;</li>
        <li>
          <code>first-run.txt</code>, enquanto estiver na pasta de dados: os códigos do primeiro dia e, se ainda estiver
          nele, a primeira senha do administrador;
        </li>
        <li>
          a chave do https próprio do servidor (pasta <code>tls</code>), onde ele é usado.
        </li>
      </ul>
      <p>
        As senhas das contas, as sessões e os tokens vão só como hash. Uma cópia só do banco de dados não leva{' '}
        <code>first-run.txt</code> nem <code>tls</code>.
      </p>
    </Text>
  );
}

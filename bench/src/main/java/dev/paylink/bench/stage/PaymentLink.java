package dev.paylink.bench.stage;

import dev.paylink.platform.id.TypeId;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.UUID;

/** A payment as its payer knows it: {@code path} is the path of its page, with the token. */
public record PaymentLink(String paymentId, String path) {

  /** As many open payments of the stage's merchant, with the links that lead to them. */
  public static List<PaymentLink> make(Stage stage, int count) throws SQLException {
    OpenPayments.make(stage, stage.merchant(), count);
    stage.sql("vacuum analyze invoice, payment");
    List<PaymentLink> links = new ArrayList<>(count);
    try (Connection connection = DriverManager.getConnection(stage.jdbcUrl());
        Statement sql = connection.createStatement();
        ResultSet row = sql.executeQuery("select id, link_token from payment order by id")) {
      while (row.next()) {
        String id = TypeId.format("pay", row.getObject(1, UUID.class));
        String token = Base64.getUrlEncoder().withoutPadding().encodeToString(row.getBytes(2));
        links.add(new PaymentLink(id, "/pay/" + id + '/' + token));
      }
    }
    return links;
  }
}

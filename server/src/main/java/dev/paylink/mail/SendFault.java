package dev.paylink.mail;

import jakarta.mail.MessagingException;
import jakarta.mail.internet.AddressException;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.angus.mail.smtp.SMTPAddressFailedException;
import org.eclipse.angus.mail.smtp.SMTPSendFailedException;
import org.eclipse.angus.mail.smtp.SMTPSenderFailedException;
import org.jspecify.annotations.Nullable;

/**
 * Distinguishes a letter that will never be accepted (a 5xx response about its recipient or its
 * content, an invalid address) from one that was not accepted now. If a server rejects <em>us</em>,
 * as a sender or at the sign-in, that says nothing about the letter: somebody may still correct the
 * configuration.
 */
final class SendFault {
  private static final int FIRST_PERMANENT = 500;
  private static final int MAX_CAUSES = 16;

  private SendFault() {}

  /**
   * Returns the result of a failed connection: no letter is at fault, and no message about it can
   * name a recipient.
   */
  static SendResult.Failed ofConnection(MessagingException failure) {
    SendResult.Fault fault = fault(chain(failure));
    return new SendResult.Failed(
        new SendResult.Fault(
            fault.summary() + ": " + fault.detail().lines().findFirst().orElse(""),
            fault.detail()));
  }

  static SendResult of(MessagingException failure) {
    List<Exception> chain = chain(failure);
    boolean noAddress = chain.stream().anyMatch(AddressException.class::isInstance);
    boolean aboutUs = chain.stream().anyMatch(SendFault::isAboutUs);
    return noAddress || (code(chain) >= FIRST_PERMANENT && !aboutUs)
        ? new SendResult.Refused(fault(chain))
        : new SendResult.Failed(fault(chain));
  }

  private static SendResult.Fault fault(List<Exception> chain) {
    int code = code(chain);
    String summary = code > 0 ? "SMTP " + code : chain.getFirst().getClass().getSimpleName();
    return new SendResult.Fault(
        summary,
        String.join(
            "; ", chain.stream().map(each -> String.valueOf(each.getMessage()).strip()).toList()));
  }

  private static boolean isAboutUs(Exception failure) {
    return failure instanceof SMTPSenderFailedException
        || (failure instanceof SMTPSendFailedException send
            && send.getCommand().startsWith("MAIL"));
  }

  /** Returns the code of the response, or 0 if there was none. */
  private static int code(List<Exception> chain) {
    return chain.stream().mapToInt(SendFault::code).max().orElse(0);
  }

  private static int code(Exception failure) {
    return switch (failure) {
      case SMTPAddressFailedException address -> address.getReturnCode();
      case SMTPSenderFailedException sender -> sender.getReturnCode();
      case SMTPSendFailedException send -> send.getReturnCode();
      default -> 0;
    };
  }

  /**
   * Returns the failure and those linked to it: the library links the real reason to a general one.
   */
  private static List<Exception> chain(MessagingException failure) {
    List<Exception> chain = new ArrayList<>();
    @Nullable Exception next = failure;
    while (next != null && chain.size() < MAX_CAUSES) {
      chain.add(next);
      next = next instanceof MessagingException messaging ? messaging.getNextException() : null;
    }
    return chain;
  }
}

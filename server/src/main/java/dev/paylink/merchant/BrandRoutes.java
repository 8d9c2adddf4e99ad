package dev.paylink.merchant;

import dev.paylink.merchant.brand.Brand;
import dev.paylink.merchant.brand.MerchantBrand;
import dev.paylink.merchant.signin.MerchantCalls;
import dev.paylink.merchant.user.Role;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.BaseUrl;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.json.Json;
import java.util.List;

/** The calls about how a merchant's pages and letters look. */
final class BrandRoutes {
  private final MerchantCalls calls;
  private final MerchantBrand brand;
  private final BaseUrl baseUrl;

  BrandRoutes(MerchantCalls calls, MerchantBrand brand, BaseUrl baseUrl) {
    this.calls = calls;
    this.brand = brand;
    this.baseUrl = baseUrl;
  }

  List<Route> routes() {
    return List.of(
        Route.get(
            "/merchant/brand", calls.reading((request, signedIn) -> answer(brand.read(signedIn)))),
        Route.put("/merchant/brand", calls.changing(Role.owner, this::change)),
        Route.put("/merchant/brand/logo", calls.changing(Role.owner, this::changeLogo)),
        Route.delete(
            "/merchant/brand/logo",
            calls.changing(Role.owner, (request, signedIn) -> answer(brand.removeLogo(signedIn)))));
  }

  private Answer change(Request request, SignedIn signedIn) {
    return answer(brand.change(signedIn, MerchantForms.brand(request.jsonFields())));
  }

  private Answer changeLogo(Request request, SignedIn signedIn) {
    return answer(brand.changeLogo(signedIn, request.body()));
  }

  private Answer answer(Brand chosen) {
    return Answer.ok(
        Json.object()
            .put("color", chosen.color() == null ? null : chosen.color().hex())
            .put("textColor", chosen.color() == null ? null : chosen.color().ink())
            .putObject("logo", chosen.logo(), this::writeLogo)
            .put("reminderHours", chosen.reminderHours())
            .bytes());
  }

  private void writeLogo(Json json, Brand.Logo logo) {
    json.put("url", baseUrl.resolve(logo.path()))
        .put("width", logo.width())
        .put("height", logo.height());
  }
}
